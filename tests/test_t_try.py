def test_open(jupyter, page):
    jupyter.open_notebook(page, "work/t-try.ipynb")
    jupyter.run_all(page)
