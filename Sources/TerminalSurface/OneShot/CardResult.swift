import Encoding
import Vocabulary
import HandsProtocol
import Sentences

/// The result of a one-shot command: one JSON object, and the program's exit status. The object's members have the same
/// names as in flows and hands.
public struct CardResult: Hashable, Sendable {
  /// The exit status: 0 for success, 1 for a refusal or failure, 2 for wrong usage, 3 for no reader or no card.
  public var status: Int32
  /// `done`, or a code for the failure.
  public var code: String
  /// The meaning of `code`, in words for people.
  public var sentence: Sentence?
  /// The sentence in the reader's language.
  public var message: String? { sentence?.said }
  public var facts: CardFacts?
  public var tries: CardTries?
  public var signature: CardSignature?
  /// The user name of the signed-in account.
  public var account: String?
  /// `true` if the Master Key was opened as well.
  public var isOpen: Bool?

  public init(
    status: Int32 = 0, _ code: String = "done", _ message: Sentence? = nil, facts: CardFacts? = nil,
    tries: CardTries? = nil
  ) {
    self.status = status; self.code = code; sentence = message; self.facts = facts; self.tries = tries
  }

  public var json: String {
    var writer = JSONWriter()
    writer.object { result in
      result.member("code", code)
      result.member("message", message)
      if let facts { result.member("card") { facts.write(&$0) } }
      if let tries {
        result.member("tries") {
          $0.object {
            $0.member("pin", tries.pin); $0.member("puk", tries.puk)
          }
        }
      }
      result.member("address", signature?.address)
      result.member("hash", signature?.hash)
      result.member("signature", signature?.signature)
      result.member("account", account)
      result.member("isOpen", isOpen)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension CardFacts {
  fileprivate func write(_ writer: inout JSONWriter) {
    writer.object { facts in
      facts.member("contents", contents.rawValue)
      facts.member("instance", instance)
      facts.member("keyUID", keyUID)
      facts.member("version", version)
      facts.member("freeSlots", freeSlots)
      facts.member("name", name)
      facts.member("maker", maker?.rawValue)
      facts.member("isPaired", isPaired)
      facts.member("isRehearsal", isRehearsal)
      facts.member("isContactless", isContactless)
    }
  }
}
