import Authenticator
import Sentences

/// The reason why an operation on this computer's passkeys was not carried out. Problems are equal if their codes are.
public struct PasskeyProblem: Error, Hashable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    case wrongPIN(triesLeft: Int)
    /// Three wrong PINs were entered in a row, possibly not by a person.
    case paused
    case pinBlocked
    case pinNotSet
    /// The PIN is too short or too long, or is the PIN that must be changed.
    case pinUnfit(atLeast: Int?)
    case declined
    case timedOut
    case cancelled
    case notFound
    case several
    case full
    /// The store that contains the keys cannot be reached.
    case unavailable
    /// The keys were created in a different TPM, or the TPM was cleared.
    case otherTPM
    case failed
  }
  public var code: Code
  public var location: String

  public init(_ code: Code, file: String = #fileID, line: Int = #line) {
    self.code = code
    location = "\(file):\(line)"
  }
  public var description: String { "\(code) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The problem's code, for programs.
  public var word: String {
    switch code {
    case .wrongPIN: "wrongPIN"
    case .paused: "paused"
    case .pinBlocked: "pinBlocked"
    case .pinNotSet: "pinNotSet"
    case .pinUnfit: "pinUnfit"
    case .declined: "declined"
    case .timedOut: "timedOut"
    case .cancelled: "cancelled"
    case .notFound: "notFound"
    case .several: "several"
    case .full: "full"
    case .unavailable: "unavailable"
    case .otherTPM: "otherTPM"
    case .failed: "failed"
    }
  }

  /// The sentence for the person: what happened, and what to do next.
  public var sentence: Sentence {
    switch code {
    case .wrongPIN(triesLeft: 0), .pinBlocked:
      """
      The PIN was wrong too often and is not taken any more. Only a reset helps, which erases the passkeys: \
      latchstring keys reset
      """
    case .wrongPIN(triesLeft: 1):
      "That is not the PIN. One try is left; after a wrong one only a reset helps, which erases your passkeys."
    case .wrongPIN(let tries): "That is not the PIN. \(tries) tries are left."
    case .paused: "Three wrong PINs in a row. Nothing more is tried until you start the command again."
    case .pinNotSet: "There is no PIN yet. Set one first: latchstring keys pin"
    case .pinUnfit(let length?): "That cannot be the PIN. It has at least \(length) characters and at most 63 bytes."
    case .pinUnfit: "That cannot be the PIN: it is too short, longer than 63 bytes, or the one that has to be changed."
    case .declined: "You said no. Nothing was changed."
    case .timedOut: "Nobody answered in time. Nothing was changed."
    case .cancelled: "It was ended before it was done. Nothing was changed."
    case .notFound: "There is no such passkey. “latchstring keys list” shows what there is."
    case .several: "More than one passkey begins so. Type more of its number."
    case .full: "There is no room for that any more. Delete passkeys that you don’t use, or free space on the disk."
    case .unavailable: "What holds the keys cannot be reached. “latchstring keys doctor” says why."
    case .otherTPM:
      """
      These passkeys were made in another TPM, or the TPM was cleared. They never work again. For a new start: \
      latchstring keys reset
      """
    case .failed: "It was not done, and nothing was changed. “latchstring keys doctor” may say why."
    }
  }
}

extension PasskeyProblem {
  /// Creates the problem. This is the only place where a refusal by an authenticator or its store is translated.
  init(cause: any Error) {
    self =
      switch cause {
      case let problem as PasskeyProblem: problem
      case let status as CTAPStatus: Self(Self.code(of: status))
      case let error as KeyStoreError: Self(Self.code(of: error))
      case StorageError.full: Self(.full)
      case is StorageError: Self(.unavailable)
      case is CancellationError: Self(.cancelled)
      default: Self(.failed)
      }
  }

  private static func code(of status: CTAPStatus) -> Code {
    switch status {
    case .pinInvalid, .userVerificationInvalid: .wrongPIN(triesLeft: 0)
    case .pinAuthBlocked: .paused
    case .pinBlocked, .userVerificationBlocked: .pinBlocked
    case .pinNotSet, .puatRequired: .pinNotSet
    case .pinPolicyViolation: .pinUnfit(atLeast: nil)
    case .operationDenied: .declined
    case .userActionTimeout, .actionTimeout, .timeout: .timedOut
    case .keepaliveCancel: .cancelled
    case .noCredentials: .notFound
    case .keyStoreFull: .full
    default: .failed
    }
  }

  private static func code(of error: KeyStoreError) -> Code {
    switch error.code {
    case .wrongPIN(let retries): .wrongPIN(triesLeft: retries)
    case .pinBlocked: .pinBlocked
    case .pinNotSet: .pinNotSet
    case .unavailable, .busy: .unavailable
    case .full: .full
    case .unknownKey: .otherTPM
    case .pinSet, .pinRequired, .failed: .failed
    }
  }
}

/// Returns the number of wrong PINs left before only a reset helps, as a part of a sentence.
package func wrongTriesLeft(_ count: Int) -> Sentence {
  count == 1 ? "one wrong try is left" : "\(count) wrong tries are left"
}
