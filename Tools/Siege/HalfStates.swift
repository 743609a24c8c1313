/// Rows that no complete act leaves behind.
enum HalfStates {
  /// What each would be, and how many there are.
  static let questions: [(name: String, sql: String)] = [
    (
      "accounts without a credential",
      "accounts WHERE NOT EXISTS (SELECT 1 FROM credentials c WHERE c.account_id = accounts.id)"
    ),
    (
      "accounts without a way that signs in",
      """
      accounts WHERE NOT EXISTS (SELECT 1 FROM device_wraps w JOIN credentials c ON c.id = w.id
      WHERE w.account_id = accounts.id AND w.revoked_at IS NULL)
      """
    ),
    (
      "credentials without a way",
      "credentials WHERE NOT EXISTS (SELECT 1 FROM device_wraps w WHERE w.id = credentials.id)"
    ),
    (
      "standing keys without a credential",
      """
      device_wraps WHERE kind = 'key' AND revoked_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM credentials c WHERE c.id = device_wraps.id)
      """
    ),
    (
      "revoked keys with a credential",
      """
      device_wraps WHERE revoked_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM credentials c WHERE c.id = device_wraps.id)
      """
    ),
    (
      "runs without a session", "runs WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = runs.session_id)"
    ),
    (
      "challenges without a session",
      "challenges WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = challenges.session_id)"
    ),
    (
      "sessions of no account",
      """
      sessions WHERE account_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = sessions.account_id)
      """
    ),
    (
      "sessions half signed in", "sessions WHERE (account_id IS NULL) <> (signed_in_at IS NULL)"
    ),
    (
      "accounts that look like nothing",
      "accounts WHERE NOT EXISTS (SELECT 1 FROM looks l WHERE l.account_id = accounts.id)"
    ),
    (
      "finished ways of an open run",
      "device_wraps WHERE run_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = device_wraps.run_id)"
    ),
    (
      "codes without a Master Key",
      """
      device_wraps WHERE kind = 'phrase' AND revoked_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM generations g WHERE g.account_id = device_wraps.account_id)
      """
    ),
    (
      "Master Keys without an index",
      """
      (SELECT DISTINCT account_id FROM generations) g
      WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.account_id = g.account_id)
      """
    ),
  ]
}
