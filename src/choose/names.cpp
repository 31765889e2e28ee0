#include "choose/plan.hpp"

namespace sunder::choose {

std::string_view name_of(Audit audit) {
  switch (audit) {
    case Audit::promise: return "promise";
    case Audit::estimate: return "estimate";
    case Audit::off: break;
  }
  return "off";
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_audited: return "not audited";
    case Verdict::estimated: return "estimated";
    case Verdict::above: return "estimated above";
    case Verdict::kept: return "kept";
    case Verdict::not_kept: return "not kept";
    case Verdict::unfinished: break;
  }
  return "unfinished";
}

}  // namespace sunder::choose
