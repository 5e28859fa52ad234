//! Contacts.
