/// The device on which a page is read: a key is held to a phone rather than put into it, and of all phones only those
/// of Apple ever had Lightning.
enum Device { case computer, phone, iPhone }
