import Foundation

/// A real nginx before the servers, which gives each request to the next of them: none sticks to a server.
final class Proxy: Sendable {
  let port: Int
  private let part: Part

  init(in place: Place, port: Int, servers: [Int]) async throws {
    self.port = port
    let folder = try await place.folder("proxy"), file = folder + "/nginx.conf"
    try Self.settings(folder: folder, port: port, servers: servers)
      .write(toFile: file, atomically: false, encoding: .utf8)
    part = try Part(
      [RealParts.nginx, "-p", folder, "-c", file, "-e", folder + "/error.log"], output: place.path + "/proxy.log",
      ending: "TERM")
  }

  func stop() { part.stop() }

  /// As docs/OPERATING.md has it, with several servers. A request that one of them may have begun is given to no other,
  /// which is nginx's own rule for a POST.
  private static func settings(folder: String, port: Int, servers: [Int]) -> String {
    let upstream = servers.map { "    server 127.0.0.1:\($0) max_fails=1 fail_timeout=1s;" }.joined(separator: "\n")
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "  \($0)_temp_path \(folder)/\($0);" }
    return """
      \(geteuid() == 0 ? "user root;" : "")
      daemon off;
      worker_processes 1;
      pid \(folder)/nginx.pid;
      events { worker_connections 2048; }
      http {
        access_log off;
      \(places.joined(separator: "\n"))
        upstream site {
      \(upstream)
        }
        server {
          listen 127.0.0.1:\(port);
          client_max_body_size 2m;
          location / {
            proxy_pass http://site;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header Connection "";
            proxy_connect_timeout 2s;
            proxy_read_timeout 40s;
          }
        }
      }
      """
  }
}
