import Authenticator

/// That the PIN was shown to one gate, in the TPM's own words. The PIN is not in it.
final class TPMLeave: Leave {
  let gate: [UInt8]
  /// The gate as it lay on the disk, other bytes for each PIN.
  let wrapped: [UInt8]
  let ticket: SecretTicket
  init(gate: [UInt8], wrapped: [UInt8], ticket: SecretTicket) { (self.gate, self.wrapped, self.ticket) = (gate, wrapped, ticket) }
}
