#pragma once
// Descriptors as the libraries of the set see them.

struct TensorDouble {
    int n, c, h, w;
};

struct FilterDouble {
    int k, c, h, w;
};

struct ConvolutionDouble {
    int pad[2], stride[2], dilation[2];
    int mode, computeType, mathType;
};
