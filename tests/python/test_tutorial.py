"""docs/python.md shows what its cells print."""
import os
import unittest

import tutorial


class Tutorial(unittest.TestCase):
    maxDiff = None

    def test_cells(self):
        import matplotlib

        matplotlib.use("Agg")
        here = os.getcwd()
        os.chdir(tutorial.ROOT)
        try:
            text = tutorial.TUTORIAL.read_text()
            self.assertGreater(len(tutorial.CELL.findall(text)), 10)
            self.assertEqual(tutorial.rerun(text), text)
        finally:
            os.chdir(here)

    def test_a_wrong_output_is_noticed(self):
        self.assertEqual(tutorial.rerun("```python\n1 + 1\n```\n\n```text\n3\n```\n"), "```python\n1 + 1\n```\n\n```text\n2\n```\n")
