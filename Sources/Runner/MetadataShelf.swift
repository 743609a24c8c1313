import RelyingParty
import Synchronization

/// The metadata that are in use, for everybody who asks; they change when newer ones were verified.
public final class MetadataShelf: Sendable {
  private let held: Mutex<MetadataBLOB?>

  /// Metadata, or none so far.
  public init(_ blob: MetadataBLOB? = nil) { held = Mutex(blob) }

  /// What is in use; `nil` where there is none.
  public var blob: MetadataBLOB? { held.withLock { $0 } }

  /// Puts newer metadata in the place of those in use.
  public func put(_ blob: MetadataBLOB) { held.withLock { $0 = blob } }

  /// What is said about the model of sixteen bytes.
  public func entry(_ aaguid: [UInt8]) -> MetadataEntry? { AAGUID(aaguid).flatMap { blob?[$0] } }
}
