/// A keyboard key, with its code point in W3C WebDriver.
public enum Key: String, Sendable {
  case tab = "\u{E004}"
  case enter = "\u{E007}"
  case escape = "\u{E00C}"
  case backspace = "\u{E003}"
  case delete = "\u{E017}"
  case space = " "
  case shift = "\u{E008}"
  case control = "\u{E009}"
  case alt = "\u{E00A}"
  case end = "\u{E010}"
  case home = "\u{E011}"
  case left = "\u{E012}"
  case up = "\u{E013}"
  case right = "\u{E014}"
  case down = "\u{E015}"
}
