extension CredentialsRecorder {
  static let key = "credentials-recorder"

  /// Runs before the page's scripts. The sequence number of an event is its position in the list.
  static let script = """
    (() => {
      const container = globalThis.CredentialsContainer?.prototype;
      if (!container) return;
      const note = (event) => {
        try {
          const events = JSON.parse(sessionStorage.getItem('\(key)') ?? '[]');
          event.sequence = events.length;
          events.push(event);
          sessionStorage.setItem('\(key)', JSON.stringify(events));
          return event.sequence;
        } catch { return null; }
      };
      const base64 = (source) => {
        const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
          : new Uint8Array(source);
        return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
      };
      const ids = (list) => list ? Array.from(list, (entry) => base64(entry.id)) : null;
      const describe = (options) => {
        try {
          const key = options?.publicKey;
          return {
            mediation: options?.mediation, uiMode: options?.uiMode, publicKey: !!key, signal: !!options?.signal,
            rpId: key?.rpId ?? key?.rp?.id, userVerification: key?.userVerification
            ?? key?.authenticatorSelection?.userVerification,
            challenge: key?.challenge ? base64(key.challenge) : null, hints: key?.hints ? [...key.hints] : null,
            allowed: ids(key?.allowCredentials), excluded: ids(key?.excludeCredentials),
          };
        } catch { return {}; }
      };
      for (const method of ['get', 'create']) {
        const original = container[method];
        container[method] = function (...given) {
          const activation = navigator.userActivation.isActive;
          const call = note({ kind: 'call', method, url: location.href, activation, ...describe(given[0]) });
          const signal = given[0]?.signal instanceof AbortSignal ? given[0].signal : null;
          const aborted = () => { note({ kind: 'abort', call }); };
          if (signal?.aborted) aborted(); else signal?.addEventListener('abort', aborted, { once: true });
          const promise = original.apply(this, given);
          const settled = (event) => {
            signal?.removeEventListener('abort', aborted);
            note({ kind: 'settle', call, ...event });
          };
          promise.then(
            (credential) => settled({ id: credential?.id ?? null }),
            (error) => settled({ error: String(error?.name ?? error), message: String(error?.message ?? '') }));
          return promise;
        };
      }
    })();
    """
}
