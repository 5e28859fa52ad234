//! Markers, curves, signals, states and outputs: their names become numbers, and all expressions of the state become
//! one program.
//!
//! Signals may stand in any order. An expression depends on the signals that it names, and on the loads of force
//! elements that it reads; these dependencies are sorted first, and a cycle is a fault that tells all its members.

mod lookup;
mod order;
mod tables;

use super::Draft;
use crate::model::Expression;
use crate::model::check::{self, Pending, Place};
use crate::model::expression::{Function, Item, Op, Parsed};
use crate::model::file::ModelFile;
use crate::model::signals::{Compiler, Curve, Outputs, Program, Signals, StateEquation, Stop};
use lookup::{Lookup, Meaning};
pub(super) use tables::Tables;
use tables::Written;

/// An expression as written.
#[derive(Clone)]
struct Unresolved {
    parsed: Parsed,
    place: Place,
    /// How messages call what it is the value of.
    title: String,
}

/// An expression whose names are known.
struct Node {
    parsed: Parsed,
    meanings: Vec<Meaning>,
    place: Place,
    title: String,
}

impl Node {
    /// The curve that a name applies.
    fn curve(&self, name: usize) -> Op {
        match self.meanings[name] {
            Meaning::Curve(curve) => Op::Curve(curve as u32),
            Meaning::Node(_) | Meaning::State(_) | Meaning::Component { .. } | Meaning::Marker(_) => {
                unreachable!("only curves are applied")
            }
        }
    }
}

/// Something wrong at a place.
struct Complaint {
    place: Place,
    message: String,
}

impl Draft {
    /// Adds everything that expressions of the state are made of, and compiles them.
    pub(super) fn add_signals(&mut self, file: &ModelFile) {
        let loads = std::mem::take(&mut self.check.pending);
        self.n_forces += self.joint_forces.len();
        self.forces.append(&mut self.joint_forces);
        self.append_contacts();
        let written = self.read_tables(file);
        self.refuse_quantities(file, &written.tables);
        match self.compile_signals(written, &loads) {
            Ok(signals) => self.signals = signals,
            Err(complaints) => {
                complaints.iter().for_each(|Complaint { place, message }| self.check.fault_at(place, message));
            }
        }
    }

    /// A quantity has one name, in columns and in expressions, which nothing else may have.
    fn refuse_quantities(&mut self, file: &ModelFile, tables: &Tables) {
        let signals = file.signals.iter().map(|entry| (&entry.name, &entry.lines)).enumerate();
        let states = file.states.iter().map(|entry| (&entry.name, &entry.lines)).enumerate();
        let inputs = file.inputs.iter().map(|entry| (&entry.name, &entry.lines)).enumerate();
        let curves = file.curves.iter().map(|entry| (&entry.name, &entry.lines)).enumerate();
        let outputs = file.outputs.iter().map(|entry| (&entry.name, &entry.lines)).enumerate();
        let named = |what: &'static str| move |(k, (name, lines))| (what, k, name, lines);
        let all = (signals.map(named("signal")).chain(states.map(named("state"))))
            .chain(inputs.map(named("input")))
            .chain(curves.map(named("curve")))
            .chain(outputs.map(named("output")));
        for (what, k, name, lines) in all {
            let name: &str = name.as_deref().unwrap_or_default();
            let lookup = Lookup { draft: self, tables, loads: &[], first_load: 0 };
            if let Some(owner) = lookup.find_owner(name) {
                let path = lines.path(&format!("{what}s"), k);
                let message = format!("`{name}` is a quantity of {owner} already; give this {what} another name");
                self.check.fault(check::Item { lines, path: &path }, "name", message);
            }
        }
    }

    fn compile_signals(&self, written: Written, loads: &[Pending]) -> Result<Signals, Vec<Complaint>> {
        let Written { tables, signals, names, states, n_inputs, rates, outputs, stop } = written;
        let lookup = Lookup { draft: self, tables: &tables, loads, first_load: signals.len() };
        let of_loads = loads.iter().map(|load| Unresolved {
            parsed: load.parsed.clone(),
            place: load.place.clone(),
            title: format!("force '{}'", self.force_name(load.force)),
        });
        let n_signals = signals.len();
        let first: Vec<Unresolved> = signals.iter().cloned().chain(of_loads).chain(rates).collect();
        let mut complaints = Vec::new();
        let nodes = lookup.resolve_all(first, false, &mut complaints);
        let columns = Columns { signals: names, outputs: outputs.iter().map(|output| output.title.clone()).collect() };
        let condition = stop.as_ref().map(|stop| stop.title.clone());
        // Signals are compiled into both programs; their faults have been told.
        let mut of_outputs = lookup.resolve_all(signals, false, &mut Vec::new());
        of_outputs.extend(lookup.resolve_all(outputs, true, &mut complaints));
        of_outputs.extend(lookup.resolve_all(stop.into_iter().collect(), true, &mut complaints));
        let order = order::sort(&nodes, &mut complaints);
        if !complaints.is_empty() || !self.check.faults.is_empty() || self.forces.len() < self.n_forces {
            return Err(complaints);
        }
        let compile = |nodes: &[Node], order: &[usize], first_result: usize| {
            let measured = self.forces.iter().map(|force| force.quantities(self.check.space).len()).collect();
            let compiler = Compiler::new(self.check.space, states.len(), measured, tables.curves.clone());
            let compilation = Compilation { compiler, curves: tables.curves.clone(), of_time: Vec::new() };
            compilation.run(nodes, order, first_result)
        };
        let (program, of_time) = compile(&nodes, &order, n_signals);
        let outputs_order = order::sort(&of_outputs, &mut complaints);
        let (of_rows, _) = compile(&of_outputs, &outputs_order, 0);
        let slot = |(k, state): (usize, StateEquation)| StateEquation { slot: loads.len() + k, ..state };
        let states: Vec<StateEquation> = states.iter().cloned().enumerate().map(slot).collect();
        let outputs = columns.outputs(&states, of_rows, condition);
        Ok(Signals { program, of_time, states, n_inputs, markers: tables.markers, outputs })
    }

    fn force_name(&self, index: usize) -> &str {
        self.force_ids.iter().find(|(_, other)| **other == index).map_or("", |(name, _)| name)
    }
}

/// Names of columns.
struct Columns {
    signals: Vec<String>,
    outputs: Vec<String>,
}

impl Columns {
    /// All columns: results of the program in their order, then states. The condition to stop is the last result.
    fn outputs(self, states: &[StateEquation], program: Program, condition: Option<String>) -> Outputs {
        let names: Vec<String> = self.signals.into_iter().chain(self.outputs).collect();
        let stop = condition.map(|text| Stop { text, slot: names.len() });
        let n_results = names.len();
        let names = names.into_iter().chain(states.iter().map(|state| state.name.clone())).collect();
        Outputs { names, n_results, program, stop }
    }
}

/// Nodes on their way into a program.
struct Compilation {
    compiler: Compiler,
    curves: Vec<Curve>,
    of_time: Vec<Expression>,
}

impl Compilation {
    /// The program of these nodes, whose results are those from the first on; and what switches in time.
    fn run(mut self, nodes: &[Node], order: &[usize], first_result: usize) -> (Program, Vec<Expression>) {
        let mut values = vec![0; nodes.len()];
        for &k in order {
            values[k] = self.node(&nodes[k], &values);
        }
        for value in &values[first_result..] {
            self.compiler.add_result(*value);
        }
        (self.compiler.finish(), self.of_time)
    }

    /// The register of an expression, given those of all that it depends on.
    fn node(&mut self, node: &Node, values: &[u32]) -> u32 {
        let items = self.set_time_apart(node);
        let mut stack: Vec<u32> = Vec::new();
        for item in items {
            let operands = stack.split_off(stack.len() - item.n_operands());
            stack.push(match item {
                Item::Op(op) => self.compiler.op(op, &operands),
                Item::Name(k) => self.name(&node.meanings[k], values),
                Item::Apply(k) => self.compiler.op(node.curve(k), &operands),
                Item::Distance(k) => self.distance(&node.meanings[k], &node.meanings[k + 1]),
            });
        }
        stack[0]
    }

    fn name(&mut self, meaning: &Meaning, values: &[u32]) -> u32 {
        match meaning {
            Meaning::Node(node) => values[*node],
            Meaning::State(state) => self.compiler.state(*state),
            Meaning::Component { component, .. } => self.compiler.read(component.source, component.index),
            Meaning::Curve(_) | Meaning::Marker(_) => unreachable!("neither has a value"),
        }
    }

    /// √((M − N)²), with the z that markers in the plane have as well.
    fn distance(&mut self, first: &Meaning, second: &Meaning) -> u32 {
        let [Meaning::Marker(a), Meaning::Marker(b)] = [first, second] else { unreachable!("both are markers") };
        let squares = [0, 1, 2].map(|k| {
            let [from, to] = [a, b].map(|marker| self.compiler.read(*marker, k));
            let difference = self.compiler.op(Op::Subtract, &[to, from]);
            self.compiler.op(Op::Multiply, &[difference, difference])
        });
        let plane = self.compiler.op(Op::Add, &squares[..2]);
        let sum = self.compiler.op(Op::Add, &[plane, squares[2]]);
        self.compiler.op(Op::Call(Function::Sqrt), &[sum])
    }

    /// Takes the largest parts that depend on time alone for expressions of time: these begin after time zero, and
    /// their switches are found beforehand.
    fn set_time_apart(&mut self, node: &Node) -> Vec<Item> {
        let mut stack: Vec<Part> = Vec::new();
        for item in &node.parsed.items {
            let operands = stack.split_off(stack.len() - item.n_operands());
            let op = match item {
                Item::Op(op) => Some(*op),
                Item::Apply(k) => Some(node.curve(*k)),
                Item::Name(_) | Item::Distance(_) => None,
            };
            let own = op.filter(|_| operands.iter().all(|part| part.ops.is_some()));
            stack.push(match own {
                Some(op) => Part::of_time(operands, op),
                None => {
                    let mut items = Vec::new();
                    operands.into_iter().for_each(|part| self.settle(part, &mut items));
                    items.push(*item);
                    Part { items, ops: None }
                }
            });
        }
        let mut items = Vec::new();
        stack.into_iter().for_each(|part| self.settle(part, &mut items));
        items
    }

    /// Appends a part.
    fn settle(&mut self, part: Part, items: &mut Vec<Item>) {
        match part.ops {
            None if items.is_empty() => *items = part.items,
            None => items.extend(part.items),
            Some(ops) => {
                let expression = Expression::of_time("", ops, &self.curves);
                items.extend(expression.program().iter().map(|op| Item::Op(*op)));
                if expression.may_switch() {
                    self.of_time.push(expression);
                }
            }
        }
    }
}

/// A stretch of an expression: of time alone, or not.
struct Part {
    items: Vec<Item>,
    ops: Option<Vec<Op>>,
}

impl Part {
    fn of_time(operands: Vec<Part>, op: Op) -> Part {
        let mut all = operands.into_iter().filter_map(|part| part.ops);
        let mut ops = all.next().unwrap_or_default();
        all.for_each(|more| ops.extend(more));
        ops.push(op);
        Part { items: Vec::new(), ops: Some(ops) }
    }
}
