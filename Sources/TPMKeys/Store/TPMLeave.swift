import Authenticator

/// That the PIN was shown to one gate, in the TPM's own words. The PIN is not in it.
final class TPMLeave: Leave {
  let gate: [UInt8]
  let ticket: SecretTicket
  init(gate: [UInt8], ticket: SecretTicket) { (self.gate, self.ticket) = (gate, ticket) }
}
