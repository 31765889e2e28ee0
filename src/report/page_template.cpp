// The built page as bytes inside the program. The assembler includes the file: no copy of it in the sources.
__asm__(
    ".section .rodata\n"
    ".global sunder_report_template\n"
    ".global sunder_report_template_end\n"
    "sunder_report_template:\n"
    ".incbin \"" SUNDER_REPORT_TEMPLATE
    "\"\n"
    "sunder_report_template_end:\n"
    ".byte 0\n"
    ".section .note.GNU-stack,\"\",@progbits\n"
    ".text\n");
