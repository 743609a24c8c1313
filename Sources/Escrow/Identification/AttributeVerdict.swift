import Sentences

/// The verdict on a value before it is used (C-22).
public enum AttributeVerdict: Hashable, Sendable {
  case fine
  /// The value is usable, as Anastasis accepts it too, but looks like a typing error that the person should check.
  case unusual(AttributeFault)
  /// The value is not usable.
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
  /// The value has invalid characters, or the wrong number of them.
  case form
  case checkDigit = "check-digit"
  /// A date that does not exist, or on which no living person was born.
  case date
  /// The number is well formed, but was never issued.
  case unassigned
}

extension IdentityAttribute {
  /// Returns one or two sentences for the person. They never contain the typed text.
  public func sentence(for fault: AttributeFault) -> Sentence {
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
  /// The maximum length of a value. A longer value is not a name, and every value is hashed once per provider.
  public static let maximumLength = 500
  /// The earliest possible year of birth of a living person.
  static let earliestYear = 1890

  /// Checks the normalized value, because that value is used.
  public func verdict(_ typed: String) -> AttributeVerdict {
    guard typed.utf8.count <= Self.maximumLength else { return .refused(.tooLong) }
    let value = normalized(typed)
    guard !value.isEmpty else { return isOptional ? .fine : .refused(.missing) }
    // Normalization can make a value longer.
    guard value.utf8.count <= Self.maximumLength else { return .refused(.tooLong) }
    if kind == .date {
      guard let day = CalendarDay(value) else { return .refused(.date) }
      return day.year < Self.earliestYear ? .unusual(.date) : .fine
    }
    guard matchesPattern(value) else { return .refused(.form) }
    return check?.verdict(value) ?? .fine
  }

  /// Returns `true` if the value matches the pattern. Only ASCII digits match, because normalization has already
  /// converted digits of other scripts.
  func matchesPattern(_ value: String) -> Bool {
    guard let pattern else { return true }
    guard value.utf8.allSatisfy({ $0 < 0x80 }), let expression = try? Regex(pattern) else { return false }
    return (try? expression.wholeMatch(in: value)) != nil
  }
}

extension Country {
  /// Returns the verdict on each attribute. The memorable word is included only if it was given.
  public func verdicts(_ typed: IdentityAttributes) -> [(attribute: IdentityAttribute, verdict: AttributeVerdict)] {
    asked(typed).map { ($0, $0.verdict(typed[$0.name] ?? "")) }
  }

  /// Returns `true` if an identifier can be derived from the attributes.
  public func isComplete(_ typed: IdentityAttributes) -> Bool { verdicts(typed).allSatisfy(\.verdict.isUsable) }

  /// Returns the country's attributes, and the memorable word if it was given.
  func asked(_ typed: IdentityAttributes) -> [IdentityAttribute] {
    attributes + (typed[IdentityAttribute.memorableWord.name] == nil ? [] : [.memorableWord])
  }
}
