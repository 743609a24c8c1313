/// What there is to say of a value before it is used (C-22).
public enum AttributeVerdict: Hashable, Sendable {
  case fine
  /// It can be used: Anastasis takes it too. It looks like a typing error, and the person should look once more.
  case unusual(AttributeFault)
  /// It cannot be used.
  case refused(AttributeFault)

  public var isUsable: Bool { if case .refused = self { false } else { true } }
  public var fault: AttributeFault? {
    switch self {
    case .fine: nil
    case .unusual(let fault), .refused(let fault): fault
    }
  }
}

public enum AttributeFault: String, Hashable, Sendable, CaseIterable {
  case missing
  case tooLong = "too-long"
  /// Other characters, or another number of them.
  case form
  case checkDigit = "check-digit"
  /// A day that is in no calendar, or that nobody alive was born on.
  case date
  /// Well formed, and never given out.
  case unassigned
}

extension IdentityAttribute {
  /// One or two sentences for the person. What was typed is not in them.
  public func sentence(for fault: AttributeFault) -> String {
    switch fault {
    case .missing: "\(label) is missing."
    case .tooLong: "\(label) is too long."
    case .form: kind == .date ? "Write the date as year, month and day, like \(example)." : "\(label) is written like \(example)."
    case .checkDigit: "A digit or letter does not fit the others. Look for a typing error."
    case .date: kind == .date ? "There is no such date. Write it as year, month and day, like \(example)." : "The date in it does not exist."
    case .unassigned: "Numbers like this one are not given out. Look for a typing error."
    }
  }
}
