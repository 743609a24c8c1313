import Foundation
import Synchronization
import Testing

@testable import CardHands

/// The program's shutdown while some of its threads are in the PC/SC library.
@Suite struct CallGateTests {
  @Test("After shutdown no call reaches the library; each reports that there is no daemon") func closed() {
    let gate = CallGate()
    #expect(gate.call { 7 } == 7)
    gate.close()
    var isReached = false
    let answer = gate.call {
      isReached = true
      return 0
    }
    #expect(!isReached && PCSCFailure(answer) == .noService)
  }

  @Test("Shutdown cancels waiting calls, repeatedly if needed, and waits for running ones") func underway() async {
    let gate = CallGate(), begun = DispatchSemaphore(value: 0), calledOff = Atomic(0), isOver = Atomic(false)
    let waiting = Task.detached {
      gate.call(callingOff: { calledOff.add(1, ordering: .relaxed) }) {
        begun.signal()
        while calledOff.load(ordering: .relaxed) < 3 { usleep(100) }  // it overhears the first ones
        isOver.store(true, ordering: .releasing)
        return 0
      }
    }
    await withCheckedContinuation { waiter in
      Thread.detachNewThread {
        begun.wait()
        gate.close()
        waiter.resume()
      }
    }
    let wasOver = isOver.load(ordering: .acquiring)
    #expect(wasOver)
    #expect(await waiting.value == 0)
  }
}
