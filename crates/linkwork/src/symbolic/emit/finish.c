
/* What is where in R: rows, columns, numbers known beforehand, and those of the procedure (-1 for none). */
static const int finish_rows[@ENTRIES@] = {
@ROW_LIST@
};
static const int finish_columns[@ENTRIES@] = {
@COLUMN_LIST@
};
static const double finish_known[@ENTRIES@] = {
@KNOWN_LIST@
};
static const int finish_given[@ENTRIES@] = {
@GIVEN_LIST@
};
/* Equations by position of their columns. */
static const int finish_order[@N@] = {
@ORDER_LIST@
};

/* A diagonal below this part of its column is zero. */
static const double finish_tolerance = @TOLERANCE@;

/* Multipliers by equation from R and b, whatever the rank is, which is returned [Vlasenko and Kasper, eqs. (15) to (17)]. */
static int finish_solve(const double *r, const double *b, double *multipliers)
{
    double R[@ROWS@][@N@] = {{0.0}}, U[@N@][@N@] = {{0.0}}, T[@N@][@N@];
    double size[@N@] = {0.0}, direction[@ROWS@], y[@N@];
    int is_lower[@ROWS@], is_taken[@N@] = {0}, chosen[@N@];
    int k, l, c, n_inner, rank = 0;
    for (k = 0; k < @ENTRIES@; k++) {
        R[finish_rows[k]][finish_columns[k]] = finish_given[k] < 0 ? finish_known[k] : r[finish_given[k]];
    }
    for (c = 0; c < @N@; c++) {
        for (k = 0; k < @ROWS@; k++) {
            size[c] += R[k][c] * R[k][c];
        }
        size[c] = finish_tolerance * sqrt(size[c]);
    }
    /* Rows without a diagonal go to R22, with the columns in which they have something (16). */
    for (k = 0; k < @ROWS@; k++) {
        is_lower[k] = k >= @KEPT@ || fabs(R[k][k]) <= size[k];
    }
    for (k = 0; k < @ROWS@; k++) {
        for (c = 0; c < @KEPT@; c++) {
            if (is_lower[k] && fabs(R[k][c]) > size[c]) {
                is_lower[c] = 1;
            }
        }
    }
    for (c = 0; c < @KEPT@; c++) {
        if (!is_lower[c]) {
            is_taken[c] = 1;
            chosen[rank++] = c;
        }
    }
    n_inner = rank;
    /* R22 by Gram and Schmidt with column pivoting (17). */
    for (;;) {
        double most = 0.0;
        int pivot = -1;
        for (c = 0; c < @N@; c++) {
            double length = 0.0;
            for (k = 0; k < @ROWS@; k++) {
                length += is_lower[k] ? R[k][c] * R[k][c] : 0.0;
            }
            length = sqrt(length);
            if (!is_taken[c] && length > size[c] && length >= most) {
                most = length;
                pivot = c;
            }
        }
        if (pivot < 0) {
            break;
        }
        for (k = 0; k < @ROWS@; k++) {
            direction[k] = is_lower[k] ? R[k][pivot] / most : 0.0;
        }
        for (c = 0; c < @N@; c++) {
            if (!is_taken[c]) {
                for (k = 0; k < @ROWS@; k++) {
                    U[rank][c] += R[k][c] * direction[k];
                }
                for (k = 0; k < @ROWS@; k++) {
                    R[k][c] -= U[rank][c] * direction[k];
                }
            }
        }
        is_taken[pivot] = 1;
        chosen[rank++] = pivot;
    }
    /* The triangle of independent columns, and the two solutions with it (15). */
    for (k = 0; k < rank; k++) {
        for (l = 0; l < rank; l++) {
            T[k][l] = k < n_inner ? R[chosen[k]][chosen[l]] : U[k][chosen[l]];
        }
    }
    for (k = 0; k < rank; k++) {
        y[k] = b[finish_order[chosen[k]]];
        for (l = 0; l < k; l++) {
            y[k] -= T[l][k] * y[l];
        }
        y[k] /= T[k][k];
    }
    for (k = rank - 1; k >= 0; k--) {
        for (l = k + 1; l < rank; l++) {
            y[k] -= T[k][l] * y[l];
        }
        y[k] /= T[k][k];
    }
    for (k = 0; k < @N@; k++) {
        multipliers[k] = 0.0;
    }
    for (k = 0; k < rank; k++) {
        multipliers[finish_order[chosen[k]]] = y[k];
    }
    return rank;
}

int @NAME@_finish(const double x[@INPUTS@], double a[@FREEDOMS@], double multipliers[@N@])
{
    double A[@OF_A@], r[@OF_R@], free[@FREEDOMS@ + @N@], G[@OF_G@ + @N@];
    int k, rank;
    @NAME@_@COLUMNS@(x, A);
    @NAME@_@TRIANGLE@(A, r);
    @NAME@_free(x, free);
    rank = finish_solve(r, free + @FREEDOMS@, multipliers);
    @NAME@_jacobian(x, G);
    for (k = 0; k < @N@; k++) {
        G[@OF_G@ + k] = multipliers[k];
    }
    @NAME@_response(G, a);
    for (k = 0; k < @FREEDOMS@; k++) {
        a[k] = free[k] - a[k];
    }
    return rank;
}
