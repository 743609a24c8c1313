import Model
import Synchronization

/// Those who wait before their password is looked at, because so many wrong ones were tried at its name. Each of them
/// holds a connection meanwhile, so that they are no more than may wait for a hash, shared out in the same way.
final class WaitingRoom: Sendable {
  typealias Wait = Task<Void, any Error>
  private let line: Mutex<FairLine<Wait>>
  var count: Int { line.withLock { $0.count } }

  /// - Parameters:
  ///   - most: So many may wait.
  ///   - mostFromOne: So many of them from one address.
  init(most: Int, mostFromOne: Int) { line = Mutex(FairLine(most: most, mostFromOne: mostFromOne)) }

  /// Returns when the time is over; `false` at once where there is no place, and as soon as another address got it.
  func wait(_ seconds: Double, for asker: PasswordHashing.Asker) async -> Bool {
    let wait = Wait { try await Task.sleep(for: .seconds(seconds)) }
    let refused: Wait? = line.withLock { line in
      switch line.enter(wait, from: asker.address, for: asker.name) {
      case .admitted: nil
      case .inPlaceOf(let other): other
      case .refused: wait
      }
    }
    refused?.cancel()
    let result = await withTaskCancellationHandler {
      await wait.result
    } onCancel: {
      wait.cancel()
    }
    line.withLock { $0.leave(from: asker.address, for: asker.name, where: { $0 == wait }) }
    guard case .success = result else { return false }
    return true
  }
}
