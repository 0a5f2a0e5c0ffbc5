export const rose = '#ff6fae';
export const deepRose = '#d63c86';
export const blush = '#ffd3e6';
export const lilac = '#c8a5ff';
export const pearl = '#fff8fb';
export const gold = '#ffcf70';
export const mint = '#8fd6b4';
