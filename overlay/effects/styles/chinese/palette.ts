export const gold = '#f4c24b';
export const paleGold = '#fff1b4';
export const darkGold = '#8f5410';
export const vermilion = '#d92a1c';
export const deepRed = '#5e0710';
export const jade = '#2fa37c';
