import AccountService
import Sentences

/// A key's claims about copies of itself, in words, and who vouches for them.
extension Accounts.Claims {
  /// A short description; `nil` if the key claims nothing. Only a claim that somebody vouched for is stated as a fact.
  var inWords: Sentence? {
    if vouching == .deviceBound { return "can't leave its device" }
    return switch (isBackupEligible, isBackedUp) {
    case (nil, _): nil
    case (false?, _): "says it stays on one device"
    case (true?, true): "says it is synced"
    case (true?, false): "says it can be synced"
    }
  }

  /// E-05: the flags are reported as a claim, alongside anything that somebody vouched for. Neither is ever inferred
  /// from the other.
  var inTechnicalWords: String {
    let told = told.said
    return told.prefix(1).uppercased() + told.dropFirst()
  }

  private var told: Sentence {
    switch vouching {
    case .deviceBound where isBackupEligible == false: "\(claim). Its maker vouches for that."
    case .deviceBound: "\(claim). Its maker vouches that it stays on one device."
    case .known: "\(claim); its maker vouches for the model, not for that."
    case .stranger:
      """
      \(claim). It came with a statement about its make, and nobody known here vouches for that (\(attestationFormat)).
      """
    case .itself, .nobody: "\(claim); nobody vouches for that."
    case nil where attestationFormat == "none": "\(claim), and came with no statement about its make."
    case nil: "\(claim). It came with a statement about its make (\(attestationFormat))."
    }
  }

  private var claim: Sentence {
    switch (isBackupEligible, isBackedUp) {
    case (nil, _): "does not say whether it is synced"
    case (false?, _): "says it stays on one device"
    case (true?, true): "says synced"
    case (true?, false): "says it can be synced and is not yet"
    }
  }
}
