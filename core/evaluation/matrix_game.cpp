#include "core/evaluation/matrix_game.hpp"

#include <glpk.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace troupe {

namespace {

using programme_owner = std::unique_ptr<glp_prob, decltype(&glp_delete_prob)>;

/// How far the solver may miss a constraint; payoffs are scaled to 0 … 1.
constexpr double tolerance = 1e-9;

/// Where GLPK keeps what it works with: one for each thread. Freed after use, so that threads which
/// end leave nothing behind.
struct glpk_environment {
  glpk_environment() { glp_term_out(GLP_OFF); }
  glpk_environment(const glpk_environment&) = delete;
  glpk_environment& operator=(const glpk_environment&) = delete;
  ~glpk_environment() { glp_free_env(); }
};

/// The same game with payoffs from 0 to 1; its optimal mixtures are the same.
payoff_matrix scaled(const payoff_matrix& matrix) {
  auto payoffs = matrix.payoffs();
  auto [low, high] = std::minmax_element(payoffs.begin(), payoffs.end());
  auto least = *low;
  auto range = *high - least;
  if (!std::isfinite(range))
    throw std::invalid_argument("The payoffs of a matrix game are too far apart.");
  for (auto& each : payoffs)
    each = range == 0 ? 0 : (each - least) / range;
  return {matrix.rows(), matrix.columns(), payoffs};
}

/// Maximise v over probabilities x, such that x gets at least v against every column. Variables
/// 1 … rows are x, the last is v; constraints 1 … columns are the columns, the last is Σ x = 1.
programme_owner linear_programme(const payoff_matrix& matrix) {
  auto rows = static_cast<int>(matrix.rows());
  auto columns = static_cast<int>(matrix.columns());
  programme_owner programme(glp_create_prob(), glp_delete_prob);
  glp_set_obj_dir(programme.get(), GLP_MAX);
  glp_add_rows(programme.get(), columns + 1);
  for (int column = 1; column <= columns; ++column)
    glp_set_row_bnds(programme.get(), column, GLP_LO, 0, 0);
  glp_set_row_bnds(programme.get(), columns + 1, GLP_FX, 1, 1);

  // GLPK counts from 1 and never looks at the first element.
  std::vector<int> constraints(matrix.columns() + 2);
  std::iota(constraints.begin(), constraints.end(), 0);
  std::vector<double> coefficients(constraints.size());
  glp_add_cols(programme.get(), rows + 1);
  for (int row = 1; row <= rows; ++row) {
    std::ranges::copy(matrix.row(static_cast<std::size_t>(row - 1)), coefficients.begin() + 1);
    coefficients.back() = 1;
    glp_set_mat_col(programme.get(), row, columns + 1, constraints.data(), coefficients.data());
    glp_set_col_bnds(programme.get(), row, GLP_LO, 0, 0);
  }
  std::fill(coefficients.begin(), coefficients.end(), -1);
  glp_set_mat_col(programme.get(), rows + 1, columns, constraints.data(), coefficients.data());
  glp_set_col_bnds(programme.get(), rows + 1, GLP_FR, 0, 0);
  glp_set_obj_coef(programme.get(), rows + 1, 1);
  return programme;
}

void maximise(glp_prob* programme) {
  glp_smcp parameters;
  glp_init_smcp(&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.tol_bnd = tolerance;
  parameters.tol_dj = tolerance;
  if (glp_simplex(programme, &parameters) != 0 || glp_get_status(programme) != GLP_OPT)
    throw std::runtime_error("GLPK found no solution of a matrix game.");
}

std::vector<double> optimal_mixture(const payoff_matrix& matrix) {
  glpk_environment environment;
  auto programme = linear_programme(matrix);
  maximise(programme.get());
  std::vector<double> mixture(matrix.rows());
  for (std::size_t row = 0; row < mixture.size(); ++row)
    mixture[row] = std::max(0., glp_get_col_prim(programme.get(), static_cast<int>(row) + 1));
  auto sum = std::accumulate(mixture.begin(), mixture.end(), 0.);
  for (auto& each : mixture)
    each /= sum;
  return mixture;
}

/// The row that is best if the column player knows that it will be played.
std::vector<double> best_pure_mixture(const payoff_matrix& matrix) {
  std::vector<double> worst;
  for (std::size_t row = 0; row < matrix.rows(); ++row)
    worst.push_back(std::ranges::min(matrix.row(row)));
  std::vector<double> mixture(matrix.rows());
  mixture[static_cast<std::size_t>(std::ranges::max_element(worst) - worst.begin())] = 1;
  return mixture;
}

/// What a mixture gets at the least.
double guarantee(const std::vector<double>& mixture, const payoff_matrix& matrix) {
  auto least = std::numeric_limits<double>::infinity();
  for (std::size_t column = 0; column < matrix.columns(); ++column) {
    double payoff = 0;
    for (std::size_t row = 0; row < matrix.rows(); ++row)
      payoff += mixture[row] * matrix(row, column);
    least = std::min(least, payoff);
  }
  return least;
}

} // namespace

payoff_matrix::payoff_matrix(std::size_t rows, std::size_t columns, std::vector<double> payoffs)
    : rows_(rows), columns_(columns), payoffs_(std::move(payoffs)) {
  if (payoffs_.size() != rows * columns)
    throw std::invalid_argument("A payoff matrix has one payoff for each row and column.");
  if (!std::ranges::all_of(payoffs_, [](double each) { return std::isfinite(each); }))
    throw std::invalid_argument("The payoffs of a matrix game are finite.");
}

game_solution solve(const payoff_matrix& matrix) {
  if (matrix.payoffs().empty())
    throw std::invalid_argument("In a matrix game both players have a choice.");
  auto unit = scaled(matrix);
  auto best = best_pure_mixture(matrix);
  if (auto mixed = optimal_mixture(unit);
      guarantee(mixed, unit) > guarantee(best, unit) + tolerance)
    best = mixed;
  return {guarantee(best, matrix), best};
}

} // namespace troupe
