import Authenticator
import CTSS2
import Foundation

/// The state of a machine's TPM, which explains why keys cannot be kept in it.
public struct TPMSituation: Hashable, Sendable {
  /// The reason why the TPM's state is unknown; `nil` if the TPM responded.
  public let obstacle: TPMObstacle?
  /// The manufacturer's own identifier, for example `INTC`.
  public let manufacturer: String
  /// The firmware version, as four numbers separated by dots.
  public let firmware: String
  /// `true` if the TPM refuses everything that needs an authorization value. This happens after too many wrong values,
  /// or after too many power losses without a shutdown while such a value was in use. The TPM counts both alike (Part 1
  /// §19.8).
  public let isLockedOut: Bool
  /// The current number of failures, and the maximum that the TPM tolerates.
  public let failures: UInt32, mostFailures: UInt32
  /// The longest time in seconds, with the power on, until the TPM accepts authorization values again; `nil` if it is
  /// not locked out, or if the lockout does not end by itself.
  public let recovery: Int?
  /// `true` if somebody set the respective authorization. Nothing can be created in a TPM whose owner authorization is
  /// set. If the lockout authorization is not set, anyone who reaches the TPM can reset its count of failures.
  public let isOwnerAuthorizationSet: Bool, isLockoutAuthorizationSet: Bool
  /// The number of key stores in the TPM, including those of this machine's other users.
  public let stores: Int

  /// Queries the TPM. The call blocks for as long as the TPM takes.
  public init(device: String = "device:/dev/tpmrm0") {
    let file = DeviceFile(device)
    if let obstacle = file?.obstacle {
      self.init(obstacle: obstacle)
      return
    }
    do { try self.init(asking: device) } catch { self.init(obstacle: TPMObstacle(error, at: file)) }
  }

  private init(obstacle: TPMObstacle) {
    (self.obstacle, manufacturer, firmware) = (obstacle, "", "")
    (isLockedOut, failures, mostFailures, isOwnerAuthorizationSet, isLockoutAuthorizationSet, stores) = (
      false, 0, 0, false, false, 0
    )
    recovery = nil
  }

  private init(asking device: String) throws(KeyStoreError) {
    let tpm = try TPMConnection(device)
    // TPM_PT (Part 2 §6.13): fixed properties start at 0x100, variable ones at 0x200.
    let fixed = try tpm.properties(from: 0x100, most: 32), variable = try tpm.properties(from: 0x200, most: 32)
    let permanent = variable[0x200] ?? 0
    obstacle = nil
    manufacturer = String(
      decoding: TPMBytes.bigEndian(fixed[0x105] ?? 0).filter { (0x21...0x7e).contains($0) }, as: UTF8.self)
    let versions: [UInt32] = [fixed[0x10b] ?? 0, fixed[0x10c] ?? 0]
    firmware = versions.map { "\($0 >> 16).\($0 & 0xffff)" }.joined(separator: ".")
    isOwnerAuthorizationSet = permanent & 1 != 0
    isLockoutAuthorizationSet = permanent & 0x4 != 0
    isLockedOut = permanent & 0x200 != 0
    (failures, mostFailures) = (variable[0x20e] ?? 0, variable[0x20f] ?? 0)
    // The count drops by one after each interval (TPM_PT_LOCKOUT_INTERVAL).
    let interval = Int(variable[0x210] ?? 0), tooMany = Int(failures) - Int(mostFailures) + 1
    let whole = interval.multipliedReportingOverflow(by: max(tooMany, 1))
    recovery = isLockedOut && interval > 0 && !whole.overflow ? whole.partialValue : nil
    stores = Set(try tpm.handles(in: Slot.range).map { $0 / Slot.width }).count
  }
}

/// The reason why a TPM cannot be used.
public enum TPMObstacle: Hashable, Sendable, CustomStringConvertible {
  /// The kernel provides no file at this path. Either there is no TPM 2.0, or it is disabled in the firmware's
  /// settings.
  case missing(String)
  /// This user is not permitted to read and write the file.
  case forbidden(String)
  /// The file cannot be opened for another reason, most likely because another program has it open.
  case occupied(String)
  /// The device did not respond as a TPM does. The reason is in English, for a log.
  case silent(String)

  public var description: String {
    switch self {
    case .missing(let path): "there is no \(path)"
    case .forbidden(let path): "\(path) may not be opened"
    case .occupied(let path): "\(path) cannot be used"
    case .silent(let reason): reason
    }
  }

  /// The obstacle behind an error. Of the errors with a device file, only its failure to open can mean another program.
  init(_ error: KeyStoreError, at file: DeviceFile?) {
    let occupied = file.map { Self.occupied($0.path) }
    self = occupied.flatMap { $0.description == error.reason ? $0 : nil } ?? .silent(error.reason)
  }
}

/// The device file through which the kernel provides access to a TPM.
struct DeviceFile {
  let path: String

  /// `nil` if the TPM is not accessed through a kernel device file.
  init?(_ device: String) {
    guard device == "device" || device.hasPrefix("device:") else { return nil }
    let path = device.dropFirst("device:".count)
    self.path = path.isEmpty ? "/dev/tpmrm0" : String(path)
  }

  var exists: Bool { access(path, F_OK) == 0 }
  var mayBeOpened: Bool { access(path, R_OK | W_OK) == 0 }
  /// `true` if another program holds a device that admits one program at a time, as /dev/tpm0 does.
  var isOccupied: Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file < 0 else {
      close(file)
      return false
    }
    return errno == EBUSY
  }

  /// The reason why the device cannot be opened, as far as the file itself shows.
  var obstacle: TPMObstacle? { exists ? mayBeOpened ? nil : .forbidden(path) : .missing(path) }
}
