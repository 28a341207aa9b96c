/** What one account of one provider is called, in limits and in messages. */
export function accountName(provider: string, account: string | undefined): string {
  return account === undefined ? provider : `${provider}/${account}`;
}
