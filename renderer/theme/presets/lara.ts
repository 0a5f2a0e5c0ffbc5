import base from '@primeuix/themes/lara/base';

export default base;
