import EscrowProvider
import Synchronization

/// Delivers codes or fails, as the test requires.
final class FlakyDelivery: CodeDelivery {
  private let broken: Mutex<Bool>
  init(isBroken: Bool = false) { broken = Mutex(isBroken) }
  var isBroken: Bool {
    get { broken.withLock { $0 } }
    set { broken.withLock { $0 = newValue } }
  }
  func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) { if isBroken { throw .failed } }
}
