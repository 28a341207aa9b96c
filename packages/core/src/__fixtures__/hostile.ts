/** Proxies that throw on whatever is done to them, `typeof` excepted. */
export function revokedProxy() {
  const revoked = <Target extends object>(target: Target): Target => {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    return proxy;
  };
  return {
    object: revoked({}),
    array: revoked([]),
    fn: revoked(() => {}),
    error: revoked(new Error("x")),
  };
}

/** An object whose member `member` cannot be read. */
export function throwingGetter(member: string, message = "unreadable"): Record<string, unknown> {
  return Object.defineProperty({}, member, {
    enumerable: true,
    get() {
      throw new Error(message);
    },
  });
}
