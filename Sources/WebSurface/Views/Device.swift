/// The device on which a page is read: a key is held to a phone rather than inserted into it, and Apple's are the only
/// phones that ever had Lightning.
enum Device { case computer, phone, iPhone }
