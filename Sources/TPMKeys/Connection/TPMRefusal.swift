import Authenticator
import CTSS2

/// A refusal of a command, by the TPM or by the connection to it.
struct TPMRefusal {
  let code: TSS2_RC
  let command: String

  enum Kind: Hashable {
    /// The authorization value is wrong.
    case authorization
    /// A policy is not satisfied, or is no longer satisfied.
    case policy, expired
    /// The bytes were not produced by this TPM, or not with this public area.
    case integrity
    /// The handle is not in use, or is already in use.
    case absent, present
    /// The index was never written.
    case unwritten
    /// The TPM has no permanent memory left.
    case full
    /// Too many wrong authorization values were supplied, no matter by whom.
    case lockout
    /// The TPM asks for the command to be sent again later.
    case retry
    /// Another program holds the only connection.
    case occupied
    /// The TPM cannot be reached.
    case unreachable
    case other
  }

  var kind: Kind {
    switch code >> 16 & 0xff {
    case 0, 11, 12: kindOfTPM
    case 10: code == SocketTransport.occupied ? .occupied : .unreachable
    default: .other
    }
  }

  /// Part 2 §6.6: format 1 codes include the number of a handle, session or parameter, which is ignored here.
  private var kindOfTPM: Kind {
    if code & 0x80 != 0 {
      return switch code & 0x3f {
      case 0x0e, 0x22: .authorization
      case 0x1d: .policy
      case 0x1f, 0x15, 0x1a: .integrity  // the last two: what does not even look like it
      case 0x20, 0x23: .expired
      case 0x0b: .absent
      default: .other
      }
    }
    return switch code & 0xfff {
    case 0x126: .policy
    case 0x12f: .authorization  // of an index whose tries are used up
    case 0x14a: .unwritten
    case 0x14b: .full
    case 0x14c: .present
    case 0x921: .lockout
    case 0x901, 0x902, 0x903, 0x905, 0x906, 0x908, 0x90a, 0x920, 0x922: .retry
    case 0x910...0x916: .absent  // a handle in a command's first place, and so on
    default: .other
    }
  }

  /// The error to report if the caller has nothing more specific.
  var error: KeyStoreError {
    switch kind {
    case .policy, .integrity: KeyStoreError(.unknownKey, "The TPM does not know it, or no longer (\(command)).")
    case .expired: KeyStoreError(.pinRequired)
    case .full: KeyStoreError(.full, "The TPM's permanent memory is full (\(command)).")
    case .lockout:
      KeyStoreError(
        .unavailable,
        """
        The TPM is in lockout: after too many wrong tries by whomever, or because its power was lost several times \
        while keys were in use. It ends by \
        itself, or by its lockout authorization.
        """)
    case .retry: KeyStoreError(.busy, "The TPM is busy (\(command)).")
    case .occupied: KeyStoreError(.busy, "Another program has the TPM, which serves one at a time.")
    case .unreachable: KeyStoreError(.unavailable, "The TPM does not answer.")
    case .authorization:
      KeyStoreError(
        .unavailable, "The TPM's owner authorization is set, so that nothing can be made in it (\(command)).")
    case .absent, .present, .unwritten, .other: KeyStoreError(.failed, "\(command) 0x\(String(code, radix: 16))")
    }
  }
}
