// The modes of a linearised model, and who takes part in them: a second opinion beside the cycles.
//
// A mode is an eigenvalue of J, a conjugate pair counting once. How much state k takes part in it is |v_k w_k| with the
// right and left eigenvectors v and w, normalised to a sum of one over the states. It does not depend on the units of
// the states. J is block triangular along its strong components, v vanishes upstream and w downstream of the component
// an eigenvalue belongs to: every mode belongs to the states of one component, and each is computed by itself.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/sparse.hpp"
#include "model/sets.hpp"

namespace sunder::decouple {

struct Participation {
  model::StateIndex state;
  double share = 0;  ///< of all states in this mode
};

struct Mode {
  std::complex<double> eigenvalue;    ///< the one with the imaginary part >= 0
  double time_scale = 0;              ///< 1 / |eigenvalue|, the pace of the mode, oscillation included; infinite for 0
  double time_constant = 0;           ///< 1 / |Re|, of its decay or growth; infinite for an undamped mode
  double frequency = 0;               ///< |Im| / 2 pi, in 1/s
  std::optional<double> damping;      ///< -Re / |eigenvalue|, from -1 to 1; empty for a zero eigenvalue
  std::vector<Participation> states;  ///< those above 5 %, largest first; empty when they cannot be told (see `note`)
  std::string note;                   ///< why `states` is empty
};

/// The time scale by cycles against the pace of the mode in which the state mostly takes part.
enum class Agreement {
  agree,          ///< within a factor of three
  cycle_shorter,  ///< the cycles promise more dynamics than the mode has
  cycle_longer,   ///< the mode is faster than any single cycle through the state tells
  unknown,        ///< participation could not be computed
};
std::string_view name_of(Agreement agreement);

struct StateMode {
  std::int32_t mode = -1;                                             ///< index into Modes::modes; -1: unknown
  double share = 0;                                                   ///< in that mode
  double time_scale = std::numeric_limits<double>::infinity();        ///< of the mode
  double cycle_time_scale = std::numeric_limits<double>::infinity();  ///< of the state, at alpha = 1
  Agreement agreement = Agreement::unknown;
};

struct Modes {
  std::vector<Mode> modes;        ///< from fast to slow
  std::vector<StateMode> states;  ///< one per state
  /// The index of the mode that grows fastest, if one grows by more than rounding.
  std::optional<std::size_t> growing;
};

/// What the cycles say about one state, at alpha = 1: a proven lower bound and the best value found.
struct CycleBracket {
  double lower = std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// Nothing when the eigenvalues could not be computed. Cubic in the size of the largest strong component.
std::optional<Modes> find_modes(const algebra::SparseMatrix& jacobian, const std::vector<CycleBracket>& cycles);

}  // namespace sunder::decouple
