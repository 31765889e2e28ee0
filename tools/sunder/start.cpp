#include "guarded_main.hpp"

int main(int count, char** words) { return sunder::cli::guarded_main({words + 1, words + count}); }
