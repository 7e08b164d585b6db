"""The command ``labkit``: lessons copied to a folder, JupyterLab on them, the self-test, reports.

labkit lab [DIR]            copy the lessons to DIR and open JupyterLab there
labkit lessons [DIR]        only copy them; what you changed keeps your answers
labkit lecture NN [DIR]     a lesson as slides whose labs run, with the speaker's page
labkit singleuser [DIR]     the same for a Hub: copy, then become the user's server
labkit doctor               does everything work?
labkit report [FILES]       one file to hand in; of several, a table of what a class found hard
labkit assignments COURSE   lessons for nbgrader
"""
