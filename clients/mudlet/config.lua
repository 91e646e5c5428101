mpackage = "theaterkeller"
title = "Theaterkeller"
description = "Blatt, Tisch, wer dran ist und der Kurier in eigenen Fenstern."
version = "0.1.0"
