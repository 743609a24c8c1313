import Foundation
import Model
import Sentences
import Synchronization
import VirtualReaders

/// The lines through which programs reach the passkeys while this program runs.
package final class KeysLines: Sendable {
  private struct Open {
    var socket: HIDSocket?, terminal: HIDTerminal?, device: UHIDDevice?, reader: VirtualReader?
    var sentences: [Sentence] = []
  }
  private let open = Mutex(Open())
  private let queue: AuthenticatorQueue, watch: PersonWatch, host: HIDHost

  /// - Parameter wink: Shows the person that this is the security key that they are looking for.
  package init(_ queue: AuthenticatorQueue, _ watch: PersonWatch, wink: @escaping @Sendable () -> Void) {
    self.queue = queue; self.watch = watch
    host = HIDHost(queue, watch: watch, wink: wink)
  }

  /// Returns the path of the socket that programs use if no other path was specified. The socket's folder is created
  /// for its owner only.
  ///
  /// - Throws: `ConfigurationProblem` if this session has no folder for such files.
  package static func ordinarySocket(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
    -> String
  {
    guard let base = environment["XDG_RUNTIME_DIR"], !base.isEmpty else {
      throw ConfigurationProblem(
        """
        How shall programs reach the passkeys? XDG_RUNTIME_DIR is not set, so say --socket PATH, --pty PATH, --uhid or \
        --reader-port PORT.
        """
      )
    }
    let folder = base + "/latchstring"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw ConfigurationProblem("\(folder) cannot be made. Say --socket PATH.")
    }
    return folder + "/keys.sock"
  }

  package var sentences: [Sentence] { open.withLock { $0.sentences } }

  package func open(socket path: String) throws {
    let socket: HIDSocket
    do { socket = try HIDSocket(path: path, host: host) } catch {
      throw ConfigurationProblem("\(path) cannot be the socket: \(error.sentence)")
    }
    open.withLock {
      $0.socket = socket
      $0.sentences.append("Programs of yours reach the passkeys at \(path).")
    }
  }

  package func open(pty path: String) throws {
    let terminal: HIDTerminal
    do { terminal = try HIDTerminal(path: path, host: host) } catch {
      throw ConfigurationProblem("\(path) cannot be the path: \(error.sentence)")
    }
    open.withLock {
      $0.terminal = terminal
      $0.sentences.append("Programs that take a security key's path find it at \(path).")
    }
  }

  package func openDevice() throws {
    let device: UHIDDevice
    do { device = try UHIDDevice(host: host) } catch {
      throw ConfigurationProblem(
        """
        \(UHIDDevice.path) cannot be used: \(error.reason). It needs the kernel module uhid, and the right to open it. \
        --socket goes without.
        """
      )
    }
    open.withLock {
      $0.device = device
      $0.sentences.append("This computer has a security key named Latchstring now.")
    }
  }

  package func open(readerPort port: Int) async throws {
    let reader = VirtualReader(port: port)
    do { try reader.insert(VirtualCard(PasskeyCard(queue, watch: watch))) } catch {
      throw ConfigurationProblem(
        "There is no virtual reader on port \(port). It waits there when pcscd runs with vsmartcard-vpcd.")
    }
    guard await reader.hasMetCard(within: .seconds(10)) else {
      reader.remove()
      throw ConfigurationProblem("There is a card in that reader already, or nothing listens to it.")
    }
    open.withLock {
      $0.reader = reader
      $0.sentences.append("A card with the passkeys lies in the reader on port \(port).")
    }
  }

  /// Closes all lines.
  package func close() {
    open.withLock {
      $0.socket?.stop()
      $0.terminal?.stop()
      $0.device?.stop()
      $0.reader?.remove()
    }
  }
}

extension PasskeyLineError {
  /// The reason, as a sentence for the person.
  package var sentence: Sentence {
    switch code {
    case .inUse: "another program serves there."
    case .occupied: "there is something else, which stays."
    case .unusablePath: "\(reason.isEmpty ? "its folder is not there, or not yours" : reason)."
    case .noDevice: "\(reason)."
    }
  }
}

/// The reason why a line to the authenticator cannot be opened. Errors are equal if their codes are.
public struct PasskeyLineError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// A different program is serving there.
    case inUse = "in-use"
    /// The path is occupied by something other than a socket or a link to a terminal.
    case occupied
    /// The path is too long for a socket, or its folder is missing or not writable.
    case unusablePath = "unusable-path"
    /// This machine has no such device, or this person may not use it.
    case noDevice = "no-device"
  }
  public var code: Code
  public var reason: String
  public var location: String

  public init(_ code: Code, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue) \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
