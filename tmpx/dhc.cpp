#include <doctest/doctest.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include "driver/pipeline.hpp"
#include "integrate/opened_rows.hpp"
#include "integrate/stepper.hpp"
#include "model/opened.hpp"
using namespace sunder;
static double now(){ timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t); return t.tv_sec+1e-9*t.tv_nsec; }
TEST_CASE("dhc") {
  driver::Workspace ws; driver::CompileRequest r;
  FILE* f=fopen("/work/main/examples/components/DistrictHeatingComponents.mo","r"); std::string s; char buf[4096]; size_t k; while((k=fread(buf,1,4096,f))>0) s.append(buf,k); fclose(f);
  std::string n=getenv("N")?getenv("N"):"100"; size_t at=s.find("Integer n = 1000"); s.replace(at,16,"Integer n = "+n);
  r.sources={driver::Source::from_text(s)}; r.model="DistrictHeatingComponents"; r.back_end=getenv("INT")?emit::BackEnd::interpreter:emit::BackEnd::llvm;
  double t0=now(); auto o=driver::compile(ws,r); std::string said; for (auto& d: o.diagnostics().all()) said+=render(d,o->sources); INFO(said); REQUIRE(o.ok());
  auto& m=*o->model; printf("compile %.2f\n",now()-t0); t0=now();
  auto c=m.create_context(); std::vector<double> x(m.state_count()); REQUIRE(model::initialise(m,*c,0,x));
  printf("init %.2f states %zu\n",now()-t0,x.size()); t0=now();
  auto ev=model::full_evaluator(m,*c); auto* op=ev->opened(); REQUIRE(op);
  printf("opened pattern %.3f nnz %zu unknowns %zu ops %zu\n",now()-t0,op->pattern().nonzeros(),op->unknowns(),op->operations()); t0=now();
  printf("closed nnz %zu ops>=%zu %.3f\n",op->closed_pattern().nonzeros(),op->closed_operations(),now()-t0); t0=now();
  bool pays=integrate::opening_pays(*ev); printf("pays %d %.3f\n",pays,now()-t0);
  std::vector<double> v(op->pattern().nonzeros()); ev->freeze(0,x); op->prepare(); t0=now(); for(int i=0;i<10;i++) op->values({x,{}},v); printf("opened jac %.5f\n",(now()-t0)/10); t0=now(); std::vector<double> dx(x.size()); for(int i=0;i<10;i++) ev->evaluate(x,dx); printf("rhs %.5f\n",(now()-t0)/10);
  integrate::StepTrace trace;
  for (const char* method : {"rosenbrock","cvode"}) {
    auto c2=m.create_context(); REQUIRE(model::initialise(m,*c2,0,x));
    integrate::StepperOptions so; so.tolerance=std::string(method)=="cvode"?1e-5:1e-4; so.stop=atof(getenv("STOP")?getenv("STOP"):"3600"); if(getenv("TRACE")) so.trace=&trace; if(getenv("OPEN")) so.opened=atoi(getenv("OPEN"))!=0;
    t0=now(); auto st=integrate::make_stepper(method,m,*c2,so).take(); printf("%s made %.3f\n",method,now()-t0); t0=now();
    for(double t=0;t<*so.stop;){ double reached=t; auto a=st->advance(t,*so.stop-t,x,reached); INFO((a?std::string():a.fault().message)); REQUIRE(a); t=reached; }
    auto& q=st->statistics(); printf("%s: %.3f s steps %llu rej %llu fact %llu jac %llu solver ops %.3g kernel ops %.3g x0 %.10g xlast %.10g\n",method,now()-t0,(unsigned long long)q.steps,(unsigned long long)q.rejected,(unsigned long long)q.factorisations,(unsigned long long)q.jacobian_evaluations,(double)q.solver_operations,(double)q.kernel_operations,x[0],x.back());
  }
}
