import Authenticator
import Foundation
import Synchronization
import VirtualReaders

/// The authenticator as a contactless card, for a virtual reader. Its functions are called one at a time, and may take
/// as long as the person needs.
public final class PasskeyCard: Sendable {
  /// The shortest answer to reset that names the contactless protocol (PC/SC part 3, §3.1.3.2.3.1).
  public static let answerToReset: [UInt8] = [0x3b, 0x80, 0x80, 0x01, 0x01]
  /// The time after which a client that can poll is instructed to do so.
  public static let patience: DispatchTimeInterval = .milliseconds(100)

  private let queue: AuthenticatorQueue, watch: PersonWatch
  private let state: Mutex<State>

  private struct State { var device: NFCDevice, work: AskedRequest? }

  public init(_ queue: AuthenticatorQueue, watch: PersonWatch) {
    self.queue = queue; self.watch = watch
    state = Mutex(State(device: NFCDevice(), work: nil))
  }

  /// Notes that power was turned on or off. Everything in progress is abandoned.
  public func powerChanged() {
    let work = state.withLock { state in
      _ = state.device.powerCycle()
      defer { state.work = nil }
      return state.work
    }
    work?.cancel()
    let done = DispatchSemaphore(value: 0)
    Task {
      await queue.powerCycle()
      done.signal()
    }
    // A client on a different line may take as long as a person does.
    _ = done.wait(timeout: .now() + 1)
  }

  /// Responds to a command APDU with a response APDU.
  public func answer(_ apdu: [UInt8]) -> [UInt8] {
    if NFCDevice.dependsOnU2F(apdu) { noteU2F() }
    let step = state.withLock { $0.device.receive(apdu) }
    if step.abandonsRequest { replaceWork(by: nil)?.cancel() }
    if step.cancelsRequest { state.withLock { $0.work }?.cancel() }
    switch step.next {
    case .answer(let bytes): return bytes
    case .begin(let request): _ = replaceWork(by: AskedRequest(request, at: queue))
    case .wait: break
    }
    return outcome()
  }

  /// Notes whether U2F is available. This is decided anew each time, because a client may just have switched off the
  /// option that always asks for the PIN. If the authenticator does not respond within ten seconds, the previous state
  /// is kept.
  private func noteU2F() {
    let answer = PendingAnswer<Bool>()
    Task { [queue] in answer.give(await queue.speaksU2F()) }
    guard let speaksU2F = answer.value(within: .seconds(10)) else { return }
    state.withLock { $0.device.speaksU2F = speaksU2F }
  }

  private func replaceWork(by work: AskedRequest?) -> AskedRequest? {
    state.withLock { state in
      defer { state.work = work }
      return state.work
    }
  }

  private func outcome() -> [UInt8] {
    let (work, mayPoll) = state.withLock { ($0.work, $0.device.mayPoll) }
    let response = work?.response(within: mayPoll ? Self.patience : nil)
    return state.withLock { state in
      guard let response else { return state.device.goesOn(watch.status) }
      state.work = nil
      return state.device.finish(response)
    }
  }
}

/// A request to the authenticator that is still in progress.
private final class AskedRequest: Sendable {
  private let task: Task<Void, Never>
  private let answer: PendingAnswer<[UInt8]>

  init(_ request: TransportRequest, at queue: AuthenticatorQueue) {
    let answer = PendingAnswer<[UInt8]>()
    self.answer = answer
    task = Task { answer.give(await queue.perform(request, on: 0)) }
  }

  /// Returns the response, or `nil` if it takes longer than `time`.
  func response(within time: DispatchTimeInterval?) -> [UInt8]? { answer.value(within: time) }

  /// Cancels the request, whose response then soon reports the cancellation.
  func cancel() { task.cancel() }
}

/// A task's result, for a thread that is waiting for it.
private final class PendingAnswer<Value: Sendable>: Sendable {
  private let given = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    given.withLock { $0 = value }
    isThere.signal()
  }

  /// Returns the value, or `nil` if it takes longer than `time`.
  func value(within time: DispatchTimeInterval?) -> Value? {
    _ = isThere.wait(timeout: time.map { .now() + $0 } ?? .distantFuture)
    return given.withLock { $0 }
  }
}

extension VirtualCard {
  /// Makes this computer's authenticator available in a virtual reader.
  public init(_ card: PasskeyCard) {
    self.init(answerToReset: PasskeyCard.answerToReset, powered: { _ in card.powerChanged() }, answer: card.answer)
  }
}
