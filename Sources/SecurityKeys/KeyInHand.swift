import CFIDO
import Foundation

/// Finds the one key that the person means.
struct KeyInHand {
  var holder: any KeyHolder
  var finder = KeyFinder()
  /// How long several keys blink before nobody seems to be there.
  var patience = Duration.seconds(60)

  /// Opens the key at one of the paths; without paths, one that is plugged in. If there are several, all of them blink,
  /// and the person touches one.
  ///
  /// - Throws: `SecurityKeyProblem`.
  func open(_ paths: [String]) async throws -> OpenKey {
    let paths = paths.isEmpty ? try finder.find() : paths
    var keys: [OpenKey] = [], problem = SecurityKeyProblem.noKey
    for path in paths {
      do { keys.append(try await OpenKey.open(path)) } catch let refused as SecurityKeyProblem { problem = refused }
    }
    guard let first = keys.first else { throw problem }
    return keys.count == 1 ? first : try await touched(among: keys)
  }

  private func touched(among all: [OpenKey]) async throws -> OpenKey {
    var keys: [OpenKey] = []
    for key in all where await key.call({ fido_dev_get_touch_begin($0) }) == FIDO_OK { keys.append(key) }
    await holder.isAwaited(.ofOneAmong(keys.count))
    let end = ContinuousClock.now + patience
    while !keys.isEmpty, !Task.isCancelled, ContinuousClock.now < end {
      for (place, key) in keys.enumerated().reversed() {
        switch await Self.touch(of: key) {
        case nil: keys.remove(at: place)  // taken out
        case true?:
          keys.remove(at: place)
          await Self.callOff(keys)
          return key
        case false?: break
        }
      }
    }
    await Self.callOff(keys)
    throw keys.isEmpty ? SecurityKeyProblem.removed : Task.isCancelled ? .declined : .timedOut
  }

  /// Returns whether the key was touched; `nil` if it does not answer.
  private static func touch(of key: OpenKey) async -> Bool? {
    await key.call { device in
      var isTouched: Int32 = 0
      return fido_dev_get_touch_status(device, &isTouched, 50) == FIDO_OK ? isTouched != 0 : nil
    }
  }

  private static func callOff(_ keys: [OpenKey]) async {
    for key in keys { _ = await key.call { fido_dev_cancel($0) } }
  }
}
