"""Words for translators: all texts of a language as one gettext PO file, and back."""
