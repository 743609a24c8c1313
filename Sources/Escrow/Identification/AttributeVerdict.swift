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
    case .form:
      kind == .date ? "Write the date as year, month and day, like \(example)." : "\(label) is written like \(example)."
    case .checkDigit: "A digit or letter does not fit the others. Look for a typing error."
    case .date:
      kind == .date
        ? "There is no such date. Write it as year, month and day, like \(example)." : "The date in it does not exist."
    case .unassigned: "Numbers like this one are not given out. Look for a typing error."
    }
  }
}

extension IdentityAttribute {
  /// More is no name, and every value is hashed for every provider.
  public static let maximumLength = 500
  /// Nobody alive was born before it.
  static let earliestYear = 1890

  /// Judges what `normalized` makes of it, since that is what is used.
  public func verdict(_ typed: String) -> AttributeVerdict {
    guard typed.utf8.count <= Self.maximumLength else { return .refused(.tooLong) }
    let value = normalized(typed)
    guard !value.isEmpty else { return isOptional ? .fine : .refused(.missing) }
    // Some characters grow when they are brought into one form.
    guard value.utf8.count <= Self.maximumLength else { return .refused(.tooLong) }
    if kind == .date {
      guard let day = CalendarDay(value) else { return .refused(.date) }
      return day.year < Self.earliestYear ? .unusual(.date) : .fine
    }
    guard matchesPattern(value) else { return .refused(.form) }
    return check?.verdict(value) ?? .fine
  }

  /// In ASCII alone: other scripts' digits were brought into it before.
  func matchesPattern(_ value: String) -> Bool {
    guard let pattern else { return true }
    guard value.utf8.allSatisfy({ $0 < 0x80 }), let expression = try? Regex(pattern) else { return false }
    return (try? expression.wholeMatch(in: value)) != nil
  }
}

extension Country {
  /// What there is to say of each attribute; the memorable word only where it was given.
  public func verdicts(_ typed: IdentityAttributes) -> [(attribute: IdentityAttribute, verdict: AttributeVerdict)] {
    asked(typed).map { ($0, $0.verdict(typed[$0.name] ?? "")) }
  }

  /// Whether an identifier can be made of it.
  public func isComplete(_ typed: IdentityAttributes) -> Bool { verdicts(typed).allSatisfy(\.verdict.isUsable) }

  /// The country's attributes, and the memorable word where it was given.
  func asked(_ typed: IdentityAttributes) -> [IdentityAttribute] {
    attributes + (typed[IdentityAttribute.memorableWord.name] == nil ? [] : [.memorableWord])
  }
}
