/// The device on which a page is read. A key is held to a phone rather than inserted into it, and only Apple's phones
/// ever had Lightning.
enum Device { case computer, phone, iPhone }
