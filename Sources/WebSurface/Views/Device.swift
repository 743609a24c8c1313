/// What a page is looked at with: a key is held to a phone rather than put into it, and among phones those of Apple alone ever had Lightning.
enum Device { case computer, phone, iPhone }
