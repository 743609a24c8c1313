import CCurl
import Encoding
import Foundation

/// Sends mail through a mail server (RFC 5321), using libcurl.
public struct SMTPSender: Sendable {
  private let settings: SMTPSettings
  private let now: @Sendable () -> Date
  /// The time limits for the whole delivery and for connecting, in seconds.
  private static let patience = 60, connectionPatience = 15
  /// Initializes libcurl once.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  public init(_ settings: SMTPSettings, now: @escaping @Sendable () -> Date = { Date() }) {
    self.settings = settings; self.now = now
  }

  public func send(_ message: MailMessage) async throws(MailFailure) {
    guard Self.isReady else { throw .notStarted }
    let bytes = Array(message.written(from: settings.sender, at: now()).utf8), settings = settings
    // libcurl blocks its caller, so it runs on its own thread.
    let failure = await withCheckedContinuation { waiter in
      Thread.detachNewThread { waiter.resume(returning: Self.send(bytes, to: message.recipient, settings)) }
    }
    if let failure { throw failure }
  }

  private static func send(_ message: [UInt8], to recipient: String, _ settings: SMTPSettings) -> MailFailure? {
    guard let handle = curl_easy_init() else { return .notStarted }
    defer { curl_easy_cleanup(handle) }
    guard let recipients = curl_slist_append(nil, "<\(recipient)>") else { return .notStarted }
    defer { curl_slist_free_all(recipients) }
    let reading = Reading(message)
    return withExtendedLifetime(reading) {
      var isSet = [
        curl_set_text(handle, CURLOPT_URL, settings.url), curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
        curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(settings.sender)>"),
        curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients),
        curl_set_number(handle, CURLOPT_UPLOAD, 1), curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
        curl_set_number(handle, CURLOPT_TIMEOUT, patience),
        curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, connectionPatience),
        curl_set_number(
          handle, CURLOPT_USE_SSL,
          settings.needsEncryption ? Int(CURLUSESSL_ALL.rawValue) : Int(CURLUSESSL_NONE.rawValue)),
        curl_set_reader(handle, Reading.callback, Unmanaged.passUnretained(reading).toOpaque()),
      ]
      if let user = settings.user { isSet.append(curl_set_text(handle, CURLOPT_USERNAME, user)) }
      if let password = settings.password {
        isSet.append(
          password.withBytes { curl_set_text(handle, CURLOPT_PASSWORD, String(decoding: $0, as: UTF8.self)) })
      }
      guard isSet.allSatisfy({ $0 == CURLE_OK }) else { return .notStarted }
      switch curl_easy_perform(handle) {
      case CURLE_OK: return nil
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_USE_SSL_FAILED, CURLE_SSL_CONNECT_ERROR,
        CURLE_PEER_FAILED_VERIFICATION,
        CURLE_LOGIN_DENIED:
        return .notStarted
      default: return .failed
      }
    }
  }

  /// The source from which libcurl reads the message. Only one thread uses it.
  private final class Reading {
    private let bytes: [UInt8]
    private var position = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static let callback: curl_read_callback = { buffer, size, count, source in
      guard let buffer, let source else { return 0 }
      let reading = Unmanaged<Reading>.fromOpaque(source).takeUnretainedValue()
      let part = min(size * count, reading.bytes.count - reading.position)
      reading.bytes.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(start: buffer, count: part).copyBytes(
          from: bytes[reading.position..<reading.position + part])
      }
      reading.position += part
      return part
    }
  }
}

/// The reason why a message was not sent.
public enum MailFailure: Error, Hashable, Sendable {
  /// The mail server cannot be reached, or does not know the sender.
  case notStarted
  /// The mail server refused the message.
  case failed
}
