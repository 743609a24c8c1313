import Escrow

/// Delivers codes to people.
public protocol CodeDelivery: Sendable {
  func deliver(_ letter: CodeLetter) async throws(DeliveryFailure)
}

/// The reason why a code was not delivered.
public enum DeliveryFailure: Error, Hashable, Sendable {
  /// The delivery program or service cannot be started or reached.
  case notStarted
  /// The delivery was started and reported a failure.
  case failed
}

/// A message that delivers a code.
public struct CodeLetter: Hashable, Sendable {
  public var method: MethodType
  public var recipient: Recipient
  /// The code in the form that people type: `A-` and digits.
  public var code: String
  /// The first six characters of the truth's name, from which the person's program shows what the code is for.
  public var truthName: String
  /// The provider's name.
  public var sender: String
  public var isPractice: Bool

  public init(
    method: MethodType, recipient: Recipient, code: String, truthName: String, sender: String, isPractice: Bool
  ) {
    self.method = method; self.recipient = recipient; self.code = code; self.truthName = truthName; self.sender = sender
    self.isPractice = isPractice
  }

  public var subject: String { isPractice ? "Practice: a recovery code" : "A recovery code" }
  /// The message text. The first line contains only the code, because commands written for GNU Anastasis look for it
  /// there.
  public var text: String { text(with: code) }
  /// The message text for a human reader, with the code in groups, as later servers of GNU Anastasis write it
  /// (`A-12345-678-1234-5678`).
  public var textInGroups: String { text(with: codeInGroups) }

  private static let groups = [4, 4, 3]
  private var codeInGroups: String {
    var rest = Substring(code.dropFirst(AnswerCode.prefix.count)), parts: [Substring] = []
    for count in Self.groups {
      guard rest.count > count else { break }
      parts.insert(rest.suffix(count), at: 0)
      rest = rest.dropLast(count)
    }
    return AnswerCode.prefix + ([rest] + parts).joined(separator: "-")
  }

  private func text(with code: String) -> String {
    let purpose =
      "\(sender): somebody is recovering an account and asked for this code, for the challenge \(truthName)."
    let advice = "If that is not you, do not give it to anybody."
    let practice = isPractice ? ["This is practice: nobody outside this computer gets it."] : []
    return ([code, purpose, advice] + practice).joined(separator: "\n") + "\n"
  }
}
