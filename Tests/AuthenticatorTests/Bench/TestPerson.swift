import Authenticator
import Encoding
import Synchronization

/// A person who gives scripted answers and records the questions.
final class TestPerson: Person, BuiltInVerification {
  struct State {
    var answer = PresenceAnswer.present
    /// `true` if the person does not answer until the task is cancelled.
    var hesitates = false
    var pins: [String] = []
    var occasions: [Occasion] = []
    /// The occasions on which the person was asked for the PIN.
    var verifications: [Occasion] = []
    /// An action elsewhere during the PIN prompt.
    var meanwhile: (@Sendable () -> Void)?
  }
  let state = Mutex(State())
  private let typesHere: Bool

  /// - Parameter typesHere: `true` if the authenticator can ask them for the PIN itself.
  init(typesHere: Bool = false) { self.typesHere = typesHere }

  var verification: (any BuiltInVerification)? { typesHere ? self : nil }
  var occasions: [Occasion] { state.withLock { $0.occasions } }
  var verifications: [Occasion] { state.withLock { $0.verifications } }
  var pinsAsked: Int { verifications.count }
  func will(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    let (answer, hesitates) = state.withLock {
      $0.occasions.append(occasion)
      return ($0.answer, $0.hesitates)
    }
    guard hesitates else { return answer }
    await Self.untilCancelled()
    return .cancelled
  }

  func askPIN(for occasion: Occasion, retries: Int) async -> Secret? {
    state.withLock { $0.meanwhile }?()
    return state.withLock {
      $0.verifications.append(occasion)
      return $0.pins.isEmpty ? nil : Secret(Array($0.pins.removeFirst().utf8))
    }
  }

  private static func untilCancelled() async {
    let (stream, end) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      end.finish()
    }
  }
}
