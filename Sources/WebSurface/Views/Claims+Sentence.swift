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
    case .deviceBound: "\(claim), attested device-bound."
    case .known: "\(claim); its maker vouches for the model, not for that."
    case .stranger: "\(claim); nobody known here vouches for its attestation (\(attestationFormat))."
    case .itself, .nobody: "\(claim); nobody vouches for that."
    case nil where attestationFormat == "none": "\(claim), not attested."
    case nil: "\(claim), sent an attestation (\(attestationFormat))."
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
