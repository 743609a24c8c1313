import Authenticator
import Foundation
import Synchronization

/// Connects a CTAPHID device to its connections, the clock and the authenticator.
public final class HIDHost: Sendable {
  private let events: AsyncStream<HIDEvent>.Continuation
  private let watch: PersonWatch, listener: UUID
  private let lastPort = Mutex(0)

  /// - Parameter wink: Called to show the person which authenticator this is (CTAPHID_WINK).
  public init(
    _ queue: AuthenticatorQueue, watch: PersonWatch, identity: HIDIdentity = HIDIdentity(),
    wink: @escaping @Sendable () -> Void = {}
  ) {
    let (stream, events) = AsyncStream<HIDEvent>.makeStream()
    self.events = events
    self.watch = watch
    listener = watch.listen { events.yield(.status($0)) }
    Task {
      var loop = HIDLoop(device: HIDDevice(identity: identity), queue: queue, events: events, wink: wink)
      for await event in stream { await loop.take(event) }
      loop.end()
    }
  }
  deinit {
    watch.forget(listener)
    events.finish()
  }

  /// Opens a connection.
  ///
  /// - Parameter send: Accepts one report of 64 bytes without blocking.
  public func connect(send: @escaping @Sendable ([UInt8]) -> Void) -> HIDPort {
    let port = HIDPort(
      lastPort.withLock { last in
        last += 1
        return last
      })
    events.yield(.opened(port, send))
    return port
  }

  /// Accepts reports from a connection, in order.
  ///
  /// - Parameter taken: Called when the report has been handled, so that a connection can hold back further reports
  ///   until then.
  public func receive(_ report: [UInt8], from port: HIDPort, taken: @escaping @Sendable () -> Void = {}) {
    events.yield(.report(report, port, taken))
  }

  public func disconnect(_ port: HIDPort) { events.yield(.closed(port)) }
}

enum HIDEvent: Sendable {
  case opened(HIDPort, @Sendable ([UInt8]) -> Void)
  case report([UInt8], HIDPort, @Sendable () -> Void)
  case closed(HIDPort)
  case answered(HIDTask.ID, [UInt8])
  case status(KeepaliveStatus)
  case timePassed
}

/// Handles the events of a CTAPHID device one at a time, and carries out its actions.
struct HIDLoop {
  private var device: HIDDevice
  private let queue: AuthenticatorQueue
  private let events: AsyncStream<HIDEvent>.Continuation
  private let wink: @Sendable () -> Void
  private var connections: [HIDPort: @Sendable ([UInt8]) -> Void] = [:]
  private var tasks: [HIDTask.ID: Task<Void, Never>] = [:]
  private var timer: (deadline: ContinuousClock.Instant, task: Task<Void, Never>)?

  init(
    device: HIDDevice, queue: AuthenticatorQueue, events: AsyncStream<HIDEvent>.Continuation,
    wink: @escaping @Sendable () -> Void
  ) {
    self.device = device; self.queue = queue; self.events = events; self.wink = wink
  }

  mutating func take(_ event: HIDEvent) async {
    // This is decided anew each time, because a client, even one of a different process, may just have switched off the
    // option that always asks for the PIN.
    if case .report(let report, _, _) = event, device.dependsOnU2F(report) {
      device.speaksU2F = await queue.speaksU2F()
    }
    let now = ContinuousClock.now
    switch event {
    case .opened(let port, let send): connections[port] = send
    case .report(let report, let port, let taken):
      perform(device.receive(report, from: port, at: now))
      taken()
    case .closed(let port):
      perform(device.close(port))
      connections[port] = nil
    case .answered(let id, let answer):
      tasks[id] = nil
      perform(device.finish(id, with: answer, at: now))
    case .status(let status): perform(device.note(status, at: now))
    case .timePassed:
      timer = nil
      perform(device.passTime(to: now))
    }
    setTimer()
  }

  /// Ends all tasks and the timer. No clients remain connected at that point.
  func end() {
    for task in tasks.values { task.cancel() }
    timer?.task.cancel()
  }

  private mutating func perform(_ outputs: [HIDOutput]) {
    for output in outputs {
      switch output {
      case .send(let report, let port): connections[port]?(report)
      case .begin(let task):
        tasks[task.id] = Task { [queue, events] in
          events.yield(.answered(task.id, await queue.perform(task.request, on: task.channel)))
        }
      case .cancel(let id): tasks[id]?.cancel()
      case .wink: wink()
      }
    }
  }

  private mutating func setTimer() {
    guard device.nextDeadline != timer?.deadline else { return }
    timer?.task.cancel()
    timer = device.nextDeadline.map { deadline in
      (
        deadline,
        Task { [events] in
          guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
          events.yield(.timePassed)
        }
      )
    }
  }
}
