/** Names of instruments that stay in English in a language that has no form for them. */
export const properNames = {
  US500: 'US 500',
  US30: 'US Wall Street 30',
  US100: 'US Tech 100',
  UK100: 'UK 100',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  SOL: 'Solana',
  XRP: 'XRP',
  LTC: 'Litecoin',
  BCH: 'Bitcoin Cash',
  DOGE: 'Dogecoin',
  ADA: 'Cardano',
} as const;
