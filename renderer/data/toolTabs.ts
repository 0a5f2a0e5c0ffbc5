/** The tabs of the tool, in the order in which the rail shows them. `icon` is a PrimeIcons name without `pi-`. */
export const toolTabs = [
  { to: '/tool', label: 'tab.home', icon: 'home' },
  { to: '/tool/live', label: 'tab.live', icon: 'sliders-h' },
  { to: '/tool/report', label: 'tab.report', icon: 'chart-bar' },
  { to: '/tool/extras', label: 'tab.extras', icon: 'images' },
  { to: '/tool/help', label: 'tab.help', icon: 'question-circle' },
  { to: '/tool/setting', label: 'tab.setting', icon: 'cog' },
  { to: '/tool/user', label: 'tab.user', icon: 'user' },
] as const;
