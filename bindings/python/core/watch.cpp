#include "watch.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace sunder::python {
namespace {

namespace py = pybind11;

struct News {
  std::string task;
  double fraction = 0;
  std::string detail;
};

class Watched {
 public:
  Watched(py::object callback, const std::function<void(const verbs::Control&)>& work)
      : callback_(std::move(callback)) {
    if (!callback_.is_none())
      control_.progress = [this](const std::string& task, double fraction, const std::string& detail) {
        const std::lock_guard lock(mutex_);
        news_ = {task, fraction, detail};
        changed_.notify_one();
        return true;  // whoever reads the news stops the work, by the token
      };
    worker_ = std::thread([this, &work] {
      try {
        work(control_);
      } catch (...) {
        failure_ = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      done_ = true;
      changed_.notify_one();
    });
  }

  bool wait() {
    while (look()) {
    }
    {
      const py::gil_scoped_release release;
      worker_.join();
    }
    if (raised_) throw std::move(*raised_);
    if (failure_) std::rethrow_exception(failure_);
    return stopped_;
  }

 private:
  /// Waits a moment. False: the work has ended, and what there was to tell has been told.
  bool look() {
    std::optional<News> news;
    bool done = false;
    {
      const py::gil_scoped_release release;
      constexpr std::chrono::milliseconds patience{50};
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, patience, [this] { return done_ || news_; });
      news = std::exchange(news_, std::nullopt);
      done = done_;
    }
    if (!raised_) {
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (news && !stopped_) tell(*news);
      } catch (py::error_already_set& error) {
        raised_ = std::move(error);
        control_.cancel.request();
      }
    }
    return !done;
  }

  void tell(const News& news) {
    const py::object answer = callback_(news.task, news.fraction, news.detail);
    if (!py::isinstance<py::bool_>(answer) || answer.cast<bool>()) return;
    stopped_ = true;
    control_.cancel.request();
  }

  py::object callback_;
  verbs::Control control_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<News> news_;
  bool done_ = false;
  bool stopped_ = false;
  std::exception_ptr failure_;
  std::optional<py::error_already_set> raised_;
  std::thread worker_;
};

}  // namespace

bool watch(const py::object& callback, const std::function<void(const verbs::Control&)>& work) {
  return Watched(callback, work).wait();
}

}  // namespace sunder::python
