"""The widgets: the player, a lab's controls, the data painter. Browser and kernel meet here."""
